import Granary

nonisolated extension Errand: ValidatedModel {
    func validate(for change: ModelChange) -> [RuleFailure] {
        text.isEmpty ? [RuleFailure("hasText", properties: ["text"])] : []
    }
}

nonisolated extension ValidatedErrand: ValidatedModel {
    func validate(for change: ModelChange) -> [RuleFailure] { [RuleFailure("never")] }
}
