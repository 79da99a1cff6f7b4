import Granary

/// Parcels and slips for promises about rules and hooks.
enum RuleScene {
    /// Inserts a depot with some parcels, each with a slip of the same number.
    static func fill(_ context: Context, parcels: ClosedRange<Int> = 1...2) throws {
        let depot = Depot(code: "A", name: "first")
        try context.insert(depot)
        for id in parcels {
            let parcel = Parcel(id: id, label: "BOX \(id)")
            parcel.depot = depot
            try context.insert(parcel)
            let slip = Slip(id: id, text: "slip \(id)")
            slip.parcel = parcel
            try context.insert(slip)
        }
    }

    /// A new slip of a parcel, with something to do in its hooks.
    static func slip(
        _ id: Int, of parcel: Int = 1, in context: Context,
        act: ((String, Slip, ModelSave) throws -> Void)? = nil
    ) throws -> Slip {
        let slip = Slip(id: id, text: "new")
        slip.parcel = try context.existing(Parcel.self, parcel)
        slip.act = act
        try context.insert(slip)
        return slip
    }

    /// The rules that a save finds broken, as the error names them.
    static func broken(_ context: Context) throws -> [String] {
        try expectError(.validation, "the save") { try context.save() }.failures.map(\.description)
    }
}

extension PromiseList {
    /// A promise about a depot with two parcels that are stored, each with a slip.
    static func ruled(
        _ name: String, _ body: @escaping @Sendable (Context, ConformanceBench) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try RuleScene.fill($0) }
            try await bench.perform { try body($0, bench) }
        }
    }
}

extension ConformanceBench {
    /// A context that has read nothing yet.
    func reader() throws -> Context { try stack.makeContext() }
}
