import Granary

/// One type of attribute with the values that are most likely to be mistreated, and the ways to it in the
/// models.
///
/// The values are in ascending order and no two are alike, so the position in the list is the order:
/// expectations never ask the framework how two values compare.
struct ScalarColumn<V: Sendable>: Sendable {
    typealias Optionals = TypedExpression<Finding, V?>
    typealias Required = TypedExpression<Sample, V>

    /// The type's name in promises.
    let name: String
    /// The values, ascending.
    let values: [V]
    /// Whether two values are the same to the last bit that is stored.
    let isSame: @Sendable (V, V) -> Bool
    /// The optional attribute in predicates.
    let optional: @Sendable (Finding.Fields) -> Optionals
    /// The required attribute in predicates.
    let required: @Sendable (Sample.Fields) -> Required
    /// Reads and writes the optional attribute.
    let finding: Access<Finding, V?>
    /// Reads and writes the required attribute.
    let sample: Access<Sample, V>

    /// The ways to one property.
    struct Access<M: Model, T>: Sendable {
        let get: @Sendable (M) -> T
        let set: @Sendable (M, T) -> Void
    }

    /// The position of the value that a row of ``ScalarRows`` holds; `nil` for no value.
    func position(inRow row: Int) -> Int? {
        let position = (row &* 29 &+ 3) % (values.count &+ 1)
        return position == values.count ? nil : position
    }

    /// The value of a row.
    func value(inRow row: Int) -> V? { position(inRow: row).map { values[$0] } }
}

extension ScalarColumn where V: AttributeValue {
    init(
        _ name: String, _ values: [V], _ optional: @escaping @Sendable (Finding.Fields) -> Optionals,
        _ required: @escaping @Sendable (Sample.Fields) -> Required,
        _ finding: Access<Finding, V?>, _ sample: Access<Sample, V>
    ) {
        self.init(
            name: name, values: values, isSame: { $0._isStoredLike($1) }, optional: optional,
            required: required,
            finding: finding, sample: sample)
    }
}
