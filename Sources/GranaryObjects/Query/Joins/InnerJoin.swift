/// A join whose pairs have two objects; see ``join(_:_:on:)`` and ``crossJoin(_:_:)``.
public typealias InnerJoin<First: Model, Second: Model> = Join<First, Second, JoinedFields<First, Second>>
