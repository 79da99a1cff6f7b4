import Foundation
import Granary

extension PredicateExpressions.Variable: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        if let lowered = try scope.meaning(of: key) { return lowered }
        throw scope.problem("The predicate uses an object that it is not about.")
    }
}

extension PredicateExpressions.NilLiteral: LowerableExpression {
    func lower(in scope: LoweringScope) -> Lowered { .tree(.literal(.null)) }
}

extension PredicateExpressions.Value: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        if let constant = try scope.constant(value) { return .tree(.literal(constant)) }
        if let range = value as? any ConstantRange { return try range.lower(in: scope) }
        if let values = value as? any Sequence { return .constants(try scope.constants(values)) }
        throw scope.problem(
            "The predicate compares with a constant of the type \(Output.self), which no attribute has.")
    }
}

extension LoweringScope {
    /// A constant as a stored value; `nil` when it is of no type that attributes have.
    fileprivate func constant(_ value: Any) throws -> Value? {
        if let optional = value as? any OptionalValue {
            guard let wrapped = optional.wrappedValue else { return .null }
            return try constant(wrapped)
        }
        do {
            if let value = value as? any AttributeValue { return try value._comparedValue() }
            if let value = value as? any RawRepresentable {
                return try (raw(value) as? any AttributeValue)?._comparedValue()
            }
            return nil
        } catch {
            throw GranaryError(
                .query, "A constant in the predicate cannot be stored or compared.",
                context: .init(entity: entity), cause: error)
        }
    }

    private func raw<R: RawRepresentable>(_ value: R) -> Any { value.rawValue }

    fileprivate func constants(_ values: any Sequence) throws -> [Value] {
        try values.map { element in
            if let value = try constant(element) { return value }
            throw problem(
                "The predicate looks for values of the type \(type(of: element)), which no attribute has.")
        }
    }
}

/// An optional of any type.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}

/// A range of any type.
private protocol ConstantRange {
    func lower(in scope: LoweringScope) throws -> Lowered
}

extension Range: ConstantRange {
    fileprivate func lower(in scope: LoweringScope) throws -> Lowered {
        try scope.range(lowerBound, upperBound, isClosed: false)
    }
}

extension ClosedRange: ConstantRange {
    fileprivate func lower(in scope: LoweringScope) throws -> Lowered {
        try scope.range(lowerBound, upperBound, isClosed: true)
    }
}

extension LoweringScope {
    fileprivate func range(_ lower: Any, _ upper: Any, isClosed: Bool) throws -> Lowered {
        guard let lower = try constant(lower), let upper = try constant(upper) else {
            throw problem("The predicate uses a range of values that no attribute has.")
        }
        return .range(LoweredValue(.literal(lower)), LoweredValue(.literal(upper)), isClosed: isClosed)
    }
}

extension PredicateExpressions.Range: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .range(try scope.value(lower), try scope.value(upper), isClosed: false)
    }
}

extension PredicateExpressions.ClosedRange: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        .range(try scope.value(lower), try scope.value(upper), isClosed: true)
    }
}
