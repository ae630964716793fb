"""The flocks of docs/flight-model.md. SPDX-License-Identifier: MIT"""


class Flocks:
    """Lasting groups: members by flock id, in the order in which they joined."""

    def __init__(self):
        self.members = {}
        self.next_id = 1

    def of(self, bat):
        return next((flock for flock, members in self.members.items() if bat in members), 0)

    def clear(self):
        self.members.clear()

    def update(self, bats, limit, near):
        """Of the active bats; near(a, b) is their squared distance, or None beyond the flock radius."""
        self.leave(bats, limit, near)
        if limit >= 2:
            self.join(bats, limit, near)
            self.merge(bats, limit, near)

    def leave(self, bats, limit, near):
        for flock in sorted(self.members):
            members = [bat for bat in self.members[flock] if bat in bats]
            kept = largest_group(members, near)
            members = [bat for bat in members if bat in kept][:limit]
            if len(members) < 2:
                del self.members[flock]
            else:
                self.members[flock] = members

    def join(self, bats, limit, near):
        for bat in bats:
            if self.of(bat):
                continue
            others = ((near(bat, other), other) for other in bats if other != bat)
            for _, other in sorted(pair for pair in others if pair[0] is not None):
                flock = self.of(other)
                if not flock:
                    self.members[self.next_id] = [bat, other]
                    self.next_id += 1
                    break
                if len(self.members[flock]) < limit:
                    self.members[flock].append(bat)
                    break

    def merge(self, bats, limit, near):
        flock_of = {bat: self.of(bat) for bat in bats}
        merged = set()
        for flock in sorted(self.members):
            if flock in merged or len(self.members[flock]) >= limit:
                continue
            room = limit - len(self.members[flock])
            candidates = [
                (near(bat, other), bat, other)
                for bat in self.members[flock]
                for other, theirs in flock_of.items()
                if theirs not in (0, flock) and theirs not in merged and len(self.members[theirs]) <= room
                and near(bat, other) is not None
            ]
            if candidates:
                theirs = flock_of[min(candidates)[2]]
                low, high = sorted((flock, theirs))
                for bat in self.members[high]:
                    flock_of[bat] = low
                self.members[low] += self.members.pop(high)
                merged |= {low, high}


def largest_group(members, near):
    """Of the groups of members that are linked; of equals the one with the member that joined first."""
    left, best = list(members), []
    while left:
        group = [left.pop(0)]
        for bat in group:
            linked = [other for other in left if near(bat, other) is not None]
            group += linked
            left = [other for other in left if other not in linked]
        if len(group) > len(best):
            best = group
    return set(best)
