/// A part of an expression that gives a value or `nil`.
protocol ValueNode: EvaluationNode {}
