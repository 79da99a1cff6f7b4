internal import Granary
internal import Workload

extension GrowthWork {
    /// Every way to insert objects whose integer keys are generated, up to the save; the keys have no gaps.
    static let inserting: [GrowthWork] = shapes.map { name, insert in
        GrowthWork(name: "insert with generated keys: \(name); save", grounds: Ground.single + [.levelDB]) {
            stack, size in
            let context = try stack.makeContext()
            let outcome = try Outcome {
                try insert(context, size)
                try context.save()
                return 0
            }
            try expect(try context.count(Athlete.all), size)
            try expect(try context.first(Athlete.all.sorted { $0.id.descending })?.id, size)
            return outcome
        }
    }

    private typealias Insertion = @Sendable (Context, _ size: Int) throws -> Void

    private static let shapes: [(String, Insertion)] = [
        (
            "one by one",
            { context, size in for number in 0..<size { try context.insert(newAthlete(number)) } }
        ),
        (
            "contents of a list",
            { context, size in try context.insert(contentsOf: (0..<size).map { newAthlete($0) }) }
        ),
        (
            "child first, each with its parent",
            { context, size in
                for number in 0..<size {
                    try context.insert(newAthlete(number, Club(name: "club \(number)")))
                }
            }
        ),
        (
            "parent first",
            { context, size in
                for number in 0..<size {
                    let club = Club(name: "club \(number)")
                    try context.insert(club)
                    try context.insert(newAthlete(number, club))
                }
            }
        ),
        (
            "appended to the list of one parent",
            { context, size in
                let club = Club(name: "club")
                try context.insert(club)
                for number in 0..<size { club.athletes.append(newAthlete(number)) }
            }
        ),
        (
            "a graph with a list",
            { context, size in
                let club = Club(name: "club")
                club.athletes.append(contentsOf: (0..<size).map { newAthlete($0) })
                try context.insert(club)
            }
        ),
        (
            "snapshots",
            { context, size in
                try context.insert(contentsOf: (0..<size).map { newAthlete($0).snapshot })
            }
        ),
        (
            "JSON",
            { context, size in
                for number in 0..<size {
                    try context.insert(Athlete.self, json: "{\"code\":\"c\(number)\",\"score\":\(number)}")
                }
            }
        ),
        (
            "reconcile",
            { context, size in
                try context.reconcile(
                    Athlete.all, with: (0..<size).map { newAthlete($0).snapshot }, matching: { $0.code })
            }
        ),
        (
            "a child that saves",
            { context, size in
                let child = context.makeChild(.child)
                for number in 0..<size {
                    try child.insert(newAthlete(number, Club(name: "club \(number)")))
                    if number % 10 == 9 { try child.save() }
                }
                try child.save()
            }
        ),
    ]

    private static func newAthlete(_ number: Int, _ club: Club? = nil) -> Athlete {
        Athlete(code: "c\(number)", score: number, club: club)
    }
}
