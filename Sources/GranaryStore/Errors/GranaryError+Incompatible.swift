extension GranaryError {
    /// The error for a store that holds other models than the schema, and was left untouched.
    ///
    /// Each difference is a part of a sentence, such as `there is no table “Flight”`; the first few are shown.
    package static func incompatible(_ differences: [String]) -> GranaryError {
        GranaryError(
            .incompatible,
            "The store does not fit the schema: \(list(differences)). It was left untouched. Use the schema it was made with, or set onIncompatible to moveAside."
        )
    }

    /// The error for a store whose tables others have changed, and which was left untouched instead of migrated.
    ///
    /// Each difference from the store's record is a part of a sentence; the first few are shown.
    package static func changedByOthers(_ differences: [String]) -> GranaryError {
        GranaryError(
            .incompatible,
            "The tables are not what the store has recorded of them, so it was not migrated: \(list(differences)). Nothing was changed. Take back what another program has changed in them, or set onIncompatible to moveAside."
        )
    }

    /// The error for a migration whose outcome no version could open; the findings are differences from the plan.
    package static func migratedOtherwise(_ differences: [String]) -> GranaryError {
        GranaryError(
            .engine,
            "The migration would leave other tables than its models ask for: \(list(differences)). Nothing was changed. Report this with the plan, and take the way in smaller steps until then."
        )
    }

    private static func list(_ differences: [String]) -> String {
        let rest = differences.count > 5 ? ["and \(differences.count - 5) more"] : []
        return (differences.prefix(5) + rest).joined(separator: "; ")
    }
}
