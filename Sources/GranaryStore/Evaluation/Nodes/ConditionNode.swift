/// A part of an expression whose value is true or false, never `nil`.
protocol ConditionNode: EvaluationNode {}
