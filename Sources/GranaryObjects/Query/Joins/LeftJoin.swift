/// A join whose pairs may lack the second object; see ``leftJoin(_:_:on:)``.
public typealias LeftJoin<First: Model, Second: Model> = Join<First, Second, ToOneField<First, Second>>
