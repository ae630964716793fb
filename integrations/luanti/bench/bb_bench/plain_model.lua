-- The flight model in plain Lua, as a mod without a native library would have it: neighbours by looking at all pairs.
-- SPDX-License-Identifier: MIT
--
-- Additive law with the default parameters and wander 0. Predators, startles and the edges of the world are left out,
-- which makes it cheaper. Units are the model's: blocks and ticks.
local terrain = ...

local sqrt, floor, min, max = math.sqrt, math.floor, math.min, math.max

local SWARM_SIZE = 5
local FLOCK_RADIUS2, SEPARATION_RADIUS2 = 12 * 12, 2 * 2
local ALIGNMENT, COHESION, SEPARATION = 0.05, 0.05, 0.10

-- The bats of the tick, by their place: ids ascend.
local n = 0
local id, x, y, z, u, v, w = {}, {}, {}, {}, {}, {}, {}
local place_of = {}

-- Flocks in the order of their ids: {id =, members = ids in the order of joining}.
local flocks, flock_of, last_flock = {}, {}, 0

local function distance2(a, b)
	local dx, dy, dz = x[a] - x[b], y[a] - y[b], z[a] - z[b]
	return dx * dx + dy * dy + dz * dz
end

-- The largest group of members that are linked by distances within the radius; of equals, the one that joined first.
local function linked(members)
	local best, seen = {}, {}
	for first = 1, #members do
		if not seen[first] then
			local group, next_one = {first}, 1
			seen[first] = true
			while group[next_one] do
				local a = place_of[members[group[next_one]]]
				for other = 1, #members do
					if not seen[other] and distance2(a, place_of[members[other]]) <= FLOCK_RADIUS2 then
						seen[other] = true
						group[#group + 1] = other
					end
				end
				next_one = next_one + 1
			end
			if #group > #best then
				best = group
			end
		end
	end
	table.sort(best)
	return best
end

local function leave()
	local remaining = {}
	for _, flock in ipairs(flocks) do
		local present, kept = {}, {}
		for _, member in ipairs(flock.members) do
			flock_of[member] = nil
			if place_of[member] then
				present[#present + 1] = member
			end
		end
		for index, place in ipairs(linked(present)) do
			if index <= SWARM_SIZE then
				kept[index] = present[place]
			end
		end
		if #kept >= 2 then
			flock.members = kept
			for _, member in ipairs(kept) do
				flock_of[member] = flock
			end
			remaining[#remaining + 1] = flock
		end
	end
	flocks = remaining
end

local function add_to(flock, member)
	flock.members[#flock.members + 1] = member
	flock_of[member] = flock
end

local function join()
	for a = 1, n do
		if not flock_of[id[a]] then
			local nearest, nearest2
			for b = 1, n do
				local squared = distance2(a, b)
				if squared <= FLOCK_RADIUS2 and a ~= b and (not nearest or squared < nearest2) then
					local flock = flock_of[id[b]]
					if not flock or #flock.members < SWARM_SIZE then
						nearest, nearest2 = b, squared
					end
				end
			end
			if nearest then
				local flock = flock_of[id[nearest]]
				if not flock then
					last_flock = last_flock + 1
					flock = {id = last_flock, members = {}}
					flocks[#flocks + 1] = flock
				end
				-- A founder comes before the one it found.
				add_to(flock, id[a])
				if not flock_of[id[nearest]] then
					add_to(flock, id[nearest])
				end
			end
		end
	end
end

local function nearest_to_merge_with(flock, merged)
	local best, best2, best_own, best_other
	for _, member in ipairs(flock.members) do
		local a = place_of[member]
		for b = 1, n do
			local squared = distance2(a, b)
			if squared <= FLOCK_RADIUS2 and (not best or squared <= best2) then
				local other = flock_of[id[b]]
				if other and other ~= flock and not merged[other]
					and #flock.members + #other.members <= SWARM_SIZE
					and (not best or squared < best2 or member < best_own
						or (member == best_own and id[b] < best_other)) then
					best, best2, best_own, best_other = other, squared, member, id[b]
				end
			end
		end
	end
	return best
end

local function merge()
	local merged = {}
	for _, flock in ipairs(flocks) do
		if #flock.members < SWARM_SIZE and not merged[flock] then
			local other = nearest_to_merge_with(flock, merged)
			if other then
				local older, younger = flock, other
				if other.id < flock.id then
					older, younger = other, flock
				end
				merged[older], merged[younger] = true, true
				for _, member in ipairs(younger.members) do
					add_to(older, member)
				end
				younger.members = {}
			end
		end
	end
	local remaining = {}
	for _, flock in ipairs(flocks) do
		if #flock.members > 0 then
			remaining[#remaining + 1] = flock
		end
	end
	flocks = remaining
end

local function separation(a)
	local sx, sy, sz, count = 0, 0, 0, 0
	local ax, ay, az = x[a], y[a], z[a]
	for b = 1, n do
		local dx, dy, dz = ax - x[b], ay - y[b], az - z[b]
		local squared = dx * dx + dy * dy + dz * dz
		if squared < SEPARATION_RADIUS2 and b ~= a then
			local distance = sqrt(squared)
			local strength = 1 / (distance * max(distance, 0.01))
			sx, sy, sz, count = sx + dx * strength, sy + dy * strength, sz + dz * strength, count + 1
		end
	end
	if count == 0 then
		return 0, 0, 0
	end
	return sx / count, sy / count, sz / count
end

-- Mean offset and mean heading of the flockmates.
local function company(a)
	local flock = flock_of[id[a]]
	if not flock then
		return 0, 0, 0, 0, 0, 0
	end
	local ox, oy, oz, hx, hy, hz, count = 0, 0, 0, 0, 0, 0, 0
	for _, member in ipairs(flock.members) do
		local b = place_of[member]
		if b ~= a and distance2(a, b) <= FLOCK_RADIUS2 then
			ox, oy, oz = ox + x[b] - x[a], oy + y[b] - y[a], oz + z[b] - z[a]
			hx, hy, hz = hx + u[b], hy + v[b], hz + w[b]
			count = count + 1
		end
	end
	if count == 0 then
		return 0, 0, 0, 0, 0, 0
	end
	local speed = sqrt(hx * hx + hy * hy + hz * hz) / count
	local heading = speed >= 1e-9 and 1 / (speed * count) or 0
	return ox / count, oy / count, oz / count, hx * heading, hy * heading, hz * heading
end

-- Ground, fluid and ceiling.
local function avoidance(bx, by, bz)
	local floor_at, ceiling_at
	for d = 1, 5 do
		local solid, fluid = terrain.node(bx, by - d, bz)
		if solid or fluid then
			floor_at = d
			break
		end
	end
	for d = 1, 3 do
		if terrain.node(bx, by + d, bz) then
			ceiling_at = d
			break
		end
	end
	local push = floor_at and (6 - floor_at) * 0.035 or 0
	if floor_at and ceiling_at and floor_at + ceiling_at <= 6 then
		push = max(0, 4 - floor_at) * 0.035
	end
	return push - (ceiling_at and (4 - ceiling_at) * 0.035 or 0)
end

local function fly(a, day)
	local bx, by, bz = floor(x[a]), floor(y[a]), floor(z[a])
	local surface = terrain.surface(bx, bz, by)
	local open = not surface or by >= surface
	local streaming = day.twilight and open
	local near, far = streaming and 0.4 or 1, streaming and 2.5 or 1
	local vx, vy, vz = u[a], v[a] + avoidance(bx, by, bz), w[a]

	local above = surface and y[a] - (surface + 30) or 0
	local sink = above > 0 and min(0.25, 0.05 * above) or 0
	vy = vy - sink

	local sx, sy, sz = separation(a)
	local weight = SEPARATION * near
	vx, vy, vz = vx + sx * weight, vy + sy * weight, vz + sz * weight
	local ox, oy, oz, hx, hy, hz = company(a)
	local together, along = COHESION * far, ALIGNMENT * far
	vx, vy, vz = vx + ox * together + hx * along, vy + oy * together + hy * along, vz + oz * together + hz * along

	if day.night and open and surface then
		local height = (y[a] - surface - 12.5) / 7.5
		local lift = min(0.08, 0.02 * height * height)
		vy = vy - (height > 0 and lift or -lift)
	end
	vy = vy - 0.02 * v[a]
	if sink > 0 then
		vy = min(vy, -sink)
	end

	local speed = sqrt(vx * vx + vy * vy + vz * vz)
	local wanted = speed > 0.35 and 0.35 or speed < 0.15 and 0.15 or speed
	if speed >= 1e-9 and wanted ~= speed then
		vx, vy, vz = vx * wanted / speed, vy * wanted / speed, vz * wanted / speed
	end

	local middle = floor(y[a] + 0.45)
	if vx ~= 0 and terrain.node(floor(x[a] + vx + (vx > 0 and 0.25 or -0.25)), middle, bz) then
		vx = -vx
	end
	if vz ~= 0 and terrain.node(bx, middle, floor(z[a] + vz + (vz > 0 and 0.25 or -0.25))) then
		vz = -vz
	end
	return vx, vy, vz
end

local model = {}

-- Forgets all flocks.
function model.reset()
	flocks, flock_of = {}, {}
end

-- The bats of a tick, in the order of their ids: list of {id =, x =, y =, z =, vx =, vy =, vz =}. Writes the velocities
-- into new_vx, new_vy, new_vz of each.
function model.tick(bats, day)
	for member in pairs(place_of) do
		place_of[member] = nil
	end
	n = #bats
	for i, bat in ipairs(bats) do
		id[i], x[i], y[i], z[i], u[i], v[i], w[i] = bat.id, bat.x, bat.y, bat.z, bat.vx, bat.vy, bat.vz
		place_of[bat.id] = i
	end
	leave()
	join()
	merge()
	for i, bat in ipairs(bats) do
		bat.new_vx, bat.new_vy, bat.new_vz = fly(i, day)
	end
end

return model
