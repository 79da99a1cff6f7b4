/// A part of an expression that gives a value, also `nil`.
protocol ValueNode: EvaluationNode {}
