/// What errors say of violated constraints, in the same words on every store.
package enum ConstraintText {
    /// Two objects with the same primary key, or with the same values where the model declares them unique.
    package static func duplicate(
        _ entity: String, _ properties: [String], _ constraint: GranaryError.Constraint
    ) -> String {
        let names = properties.joined(separator: ", ")
        if constraint == .primaryKey {
            return
                "Another object of \(entity) has the same primary key (\(names)). Give this one another key, or change the other."
        }
        let values = properties.count == 1 ? "value" : "values"
        return
            "Another object of \(entity) has the same \(values) of \(names), which must be unique. Change one of the two."
    }

    /// A relationship to one that leads to no object.
    package static func dangling(_ relationship: Relationship) -> String {
        dangling(relationship.label, relationship.destination.name, isOptional: relationship.isOptional)
    }

    /// The same of a relationship that is given by its label, its destination and whether it may be empty.
    package static func dangling(_ label: String, _ target: String, isOptional: Bool) -> String {
        let empty = isOptional ? ", or to nil" : ""
        return
            "\(label) refers to an object of \(target) that does not exist or was deleted. Set it to an object that is saved\(empty)."
    }

    /// A relationship to one that leads to an object which the same save has deleted.
    package static func used(_ relationship: Relationship) -> String {
        let (label, owner) = (relationship.label, relationship.owner.name)
        let target = relationship.destination.name
        let empty = relationship.isOptional ? " or to nil" : ""
        let rule =
            relationship.inverse == nil
            ? "; or give \(target) a relationship with the inverse \(label) and a delete rule" : ""
        return
            "An object of \(target) that this save deletes is still used by \(label). Delete the objects of \(owner) that refer to it, or set \(label) to others\(empty), before the save\(rule)."
    }
}
