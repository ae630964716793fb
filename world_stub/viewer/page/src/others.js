// Everybody who is no bat, as a marker: cats and phantoms are what bats flee from. SPDX-License-Identifier: MIT
import * as THREE from "three";

const TINTS = ["#ffffff", "#ff9f40", "#ffc04d", "#5bd1ff", "#7dff8a", "#b08060", "#6fa050", "#9aa0a8", "#b060d0"].map((c) => new THREE.Color(c));
const MOST = 256;

export class Others {
  constructor(scene) {
    const geometry = new THREE.BoxGeometry(0.8, 0.9, 0.8).translate(0, 0.45, 0);
    this.mesh = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial(), MOST);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    scene.add(this.mesh);
  }

  take(frame, base) {
    const count = Math.min(frame.others, MOST), matrix = new THREE.Matrix4();
    this.mesh.count = count;
    if (count === 0) return;
    for (let i = 0; i < count; ++i) {
      const p = frame.otherPositions, o = frame.origin;
      matrix.makeTranslation(p[3 * i] + o[0] - base[0], p[3 * i + 1] + o[1], p[3 * i + 2] + o[2] - base[1]);
      this.mesh.setMatrixAt(i, matrix);
      this.mesh.setColorAt(i, TINTS[frame.otherKinds[i]] ?? TINTS[0]);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor.needsUpdate = true;
  }
}
