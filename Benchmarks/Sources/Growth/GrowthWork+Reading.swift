internal import Granary
internal import Workload

extension GrowthWork {
    static let countAcross: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: size, athletes: size)
        let context = try stack.makeContext()
        return try Outcome {
            try expect(try context.count(Club.where { $0.athletes.count > 0 }), size)
            return 0
        }
    }

    static let orderAcross: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: size, athletes: size)
        let context = try stack.makeContext()
        return try Outcome {
            try expect(try context.fetch(Club.all.sorted { $0.athletes.count.descending }).count, size)
            return 0
        }
    }

    static let anyWithOneUnsaved: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: size, athletes: size)
        let context = try stack.makeContext()
        try context.insert(athlete(size, nil))
        return try Outcome {
            try expect(try context.count(Club.where { $0.athletes.any { $0.score >= 0 } }), size)
            return 0
        }
    }

    static let listsAfterInserting: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        let context = try stack.makeContext()
        for number in 0..<size {
            let club = Club(id: number + 1, name: "club")
            try context.insert(club)
            try context.insert(athlete(number, club))
        }
        try context.save()
        return try Outcome {
            for club in try context.fetch(Club.all) { try expect(club.athletes.count, 1) }
            return 0
        }
    }

    static let unitsOfWork: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: 1, athletes: 1)
        return try Outcome {
            for _ in 0..<4_000 {
                let context = try stack.makeContext()
                _ = try context.object(Athlete.self, 1)
            }
            return 0
        }
    }

    static let othersSave: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: 2, athletes: size * 8)
        let (holder, other) = (try stack.makeContext(), try stack.makeContext())
        guard let club = try holder.object(Club.self, 1), let athlete = try other.object(Athlete.self, 2),
            let own = try holder.object(Athlete.self, 4)
        else { throw WorkloadError("Nothing was filled.") }
        try expect(club.athletes.count, size * 4)
        return try Outcome {
            for round in 0..<64 {
                athlete.score += 1
                try other.save()
                // A save begins a new snapshot, in which the other's is known.
                own.score = -round - 1
                try holder.save()
                try expect(club.athletes.count, size * 4)
            }
            return 0
        }
    }

    static let removeAndLook: @Sendable (PersistentStack, Int) throws -> Outcome = { stack, size in
        try fill(stack, clubs: 1, athletes: size * 4)
        let context = try stack.makeContext()
        let members = try context.fetch(Athlete.where { $0.score <= 64 })
        guard let club = try context.object(Club.self, 1) else { throw WorkloadError("Nothing was filled.") }
        // Reading the list, and noting once where each member stands, takes as long as the list is.
        try expect(club.athletes.count, size * 4)
        club.athletes.remove(members[0])
        return try Outcome {
            for (number, member) in members.dropFirst().enumerated() {
                club.athletes.remove(member)
                try expect(club.athletes.count, size * 4 - number - 2)
            }
            return 0
        }
    }
}
