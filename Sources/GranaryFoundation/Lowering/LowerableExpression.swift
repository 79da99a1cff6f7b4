import Foundation
import Granary

/// A part of a predicate that can be lowered.
protocol LowerableExpression {
    /// What the part becomes.
    func lower(in scope: LoweringScope) throws -> Lowered
}
