#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension ExpressionTree.ElementaryFunction {
    /// The result for one or two values; `nil` when one is, and where the result is not finite.
    func result(_ left: Value, _ right: Value) -> Value {
        guard case .real(let x) = left.promoted(to: .value(.real)) else { return .null }
        let result: Double
        switch self {
        case .naturalLogarithm: result = log(x)
        case .commonLogarithm: result = log10(x)
        case .exponential: result = exp(x)
        case .power:
            guard case .real(let y) = right.promoted(to: .value(.real)) else { return .null }
            result = pow(x, y)
        case .sine: result = sin(x)
        case .cosine: result = cos(x)
        case .tangent: result = tan(x)
        }
        // Adding zero makes a negative zero zero.
        return result.isFinite ? .real(result + 0) : .null
    }
}
