extension ModelCode {
    /// Access to relationships by position.
    var relationshipMembers: [String] {
        [
            block(
                "\(access)func _reference(at position: Swift.Int) -> Granary.AnyReference",
                cases(model.toOne, or: ".empty") { "\($0.storage).erased" }),
            block(
                "\(access)func _setReference(_ reference: Granary.AnyReference, at position: Swift.Int)",
                cases(model.toOne, or: "break") { "\($0.storage) = Granary._Reference(reference)" }),
            block(
                "\(access)func _referenceBits(at position: Swift.Int) -> Granary.KeyBits?",
                cases(model.toOne, or: "nil") { "\($0.storage).key?.keyBits" }),
            block("\(access)func _bringsOthers(to entry: Granary.ObjectEntry) -> Swift.Bool", bringsOthers),
            block(
                "\(access)func _identifyTargets(in entry: Granary.ObjectEntry)",
                model.toOne.map { "\($0.storage) = \($0.storage).identified(in: entry)" }),
            block(
                "\(access)func _members(at position: Swift.Int) -> Granary.ToManyMembers?",
                cases(model.toMany, or: "nil") { $0.storage }),
            block(
                "\(access)func _setMembers(_ members: Granary.ToManyMembers?, at position: Swift.Int)",
                cases(model.toMany, or: "break") { "\($0.storage) = members" }),
        ]
    }

    private var bringsOthers: [String] {
        let tests =
            model.toOne.map { "\($0.storage).leadsOutside(entry)" }
            + model.toMany.map { "\($0.storage) != nil" }
        return tests.map { "if \($0) { return true }" } + ["return false"]
    }

    private func cases(
        _ properties: [PropertyDeclaration], or otherwise: String, _ code: (PropertyDeclaration) -> String
    ) -> [String] {
        if properties.isEmpty { return otherwise == "break" ? [] : [otherwise] }
        return ["switch position {"] + properties.enumerated().map { "case \($0): \(code($1))" }
            + ["default: \(otherwise)", "}"]
    }
}
