import Granary

/// Enumerations, which are stored by their raw values.
enum EnumerationColumns {
    static let grade = ScalarColumn<Grade>(
        name: "enumeration by text", values: [.fine, .good, .poor], isSame: { $0 == $1 },
        optional: { $0.grade }, required: { $0.grade },
        finding: .init(get: { $0.grade }, set: { $0.grade = $1 }),
        sample: .init(get: { $0.grade }, set: { $0.grade = $1 }))

    static let level = ScalarColumn<Level>(
        name: "enumeration by number", values: [.low, .middle, .high], isSame: { $0 == $1 },
        optional: { $0.level }, required: { $0.level },
        finding: .init(get: { $0.level }, set: { $0.level = $1 }),
        sample: .init(get: { $0.level }, set: { $0.level = $1 }))
}
