import Granary

extension FlightsSchema {
    /// The migration from the first version to the second: designs have their own model, and flights say whether they
    /// were cancelled.
    ///
    /// The other changes need no code: the new name of an airport's elevation, and the index of destinations.
    static func migration(to second: Schema) throws -> Migration {
        let dropped = ["kind", "maker", "model", "engines", "seats", "speed"]
        return Migration(
            from: try FirstVersion.schema(), to: second, consents: Set(dropped.map { "drop Plane.\($0)" })
        ) { work in
            // Stores hold some of the configurations, so each has some of the models.
            if work.old.models.contains("Plane") { try splitPlanes(work) }
            if work.old.models.contains("Flight") { try markCancelledFlights(work) }
        }
    }

    /// Makes a design of the data that planes of the same maker and model share.
    private static func splitPlanes(_ work: MigrationWork) throws {
        var designs: [Design.Key: Design] = [:]
        try work.each("Plane") { old in
            let plane = try work.context.object(Plane.self, old.text("tailNumber"))
            let design = Design(
                maker: old.text("maker"), model: old.text("model"), kind: old.text("kind"),
                engines: old.integer("engines") ?? 0, seats: old.integer("seats") ?? 0,
                speed: old.integer("speed"))
            if designs[design.objectKey] == nil {
                try work.context.insert(design)
                designs[design.objectKey] = design
            }
            plane?.design = designs[design.objectKey]
        }
    }

    /// Writes down which flights never left; all others keep the `false` that a new attribute begins with.
    private static func markCancelledFlights(_ work: MigrationWork) throws {
        try work.each("Flight") { old in
            guard old["departureTime"] == .null, let key = old.key else { return }
            try work.update("Flight", key, ["isCancelled": .bool(true)])
        }
    }
}

extension Record {
    /// A text of the old row.
    fileprivate func text(_ name: String) -> String {
        if case .text(let text)? = self[name] { text } else { "" }
    }

    /// A number of the old row, where there is one.
    fileprivate func integer(_ name: String) -> Int? {
        if case .integer(let number)? = self[name] { Int(number) } else { nil }
    }
}
