/// One part of an order of groups: an aggregate's `.ascending` or `.descending`, or that of a calculation with aggregates.
public typealias GroupOrder<Root: Model> = SortKey<ObjectGroup<Root>>
