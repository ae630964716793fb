// How far the chosen bat sees: its flock, its separation, predators. SPDX-License-Identifier: MIT
import * as THREE from "three";

const SHOWN = { additive: [["flock_radius", "#8fe3a8"], ["separation_radius", "#ff8f8f"], ["predator_radius", "#ffd166"]], reynolds: [["perception_radius", "#8fe3a8"], ["separation_radius", "#ff8f8f"]] };

export class Radii {
  constructor(scene) {
    this.group = new THREE.Group();
    this.group.visible = false;
    this.on = false;
    this.sphere = new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 20, 12));
    scene.add(this.group);
  }

  set(parameters) {
    this.group.clear();
    for (const [name, colour] of SHOWN[parameters.get("steering")] ?? []) {
      const lines = new THREE.LineSegments(this.sphere, new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.32, depthWrite: false }));
      lines.scale.setScalar(Math.max(Number(parameters.get(name)), 0.01));
      this.group.add(lines);
    }
  }

  update(bats, chosen) {
    const index = this.on ? bats.indexOf(chosen) : -1;
    this.group.visible = index >= 0;
    if (index >= 0) bats.positionAt(index, this.group.position);
  }
}
