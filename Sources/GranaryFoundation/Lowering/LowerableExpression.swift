import Foundation
import Granary

/// A part of a predicate that can be lowered.
protocol LowerableExpression {
    /// Lowers the part.
    func lower(in scope: LoweringScope) throws -> Lowered
}
