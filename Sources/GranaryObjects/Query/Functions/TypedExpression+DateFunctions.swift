public import FoundationEssentials

/// Functions of dates on the Gregorian calendar; `nil` for `nil`.
extension TypedExpression where Value: DateAttribute {
    /// The date that is a number of units later, or earlier for a negative number: `$0.departure.adding(2, .month)`.
    ///
    /// The day of a month that has fewer is its last one. A date outside the years 1 to 9999 is an error.
    public func adding(_ count: Int, _ unit: ExpressionTree.DateUnit) -> Self {
        applying(.date(.plus(unit)), TypedExpression<Root, Int>.constant(count))
    }
    /// The date that is a number of units later, or earlier for a negative number; `nil` if the number is.
    ///
    /// The day of a month that has fewer is its last one. A date outside the years 1 to 9999 is an error.
    public func adding<Count: IntegerAttribute>(
        _ count: TypedExpression<Root, Count>, _ unit: ExpressionTree.DateUnit
    ) -> TypedExpression<Root, Date?> {
        TypedExpression<Root, Date?>(.date(.plus(unit)), [operand, count.operand], coding: .attribute)
    }
    /// The date that is a duration later, which counts in whole microseconds.
    ///
    /// A date outside the years 1 to 9999 is an error.
    public func adding(_ duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        // A duration of so many years leads out of the calendar from every date.
        return adding(overflow || isBeyond ? .max : Int(sum), .microsecond)
    }

    /// How many whole units have passed since an earlier date, negative since a later one; `nil` if one of them is.
    public func difference(from start: Self, in unit: ExpressionTree.DateUnit) -> TypedExpression<Root, Int?>
    {
        difference(start.operand, unit)
    }
    /// How many whole units have passed since an earlier date, negative since a later one.
    public func difference(from start: Date, in unit: ExpressionTree.DateUnit) -> TypedExpression<Root, Int?>
    {
        difference(TypedExpression<Root, Date>.constant(start), unit)
    }

    /// The beginning of the unit that the date lies in; weeks begin on Monday.
    ///
    /// The offset is in seconds east of UTC, up to 18 hours.
    public func beginning(of unit: ExpressionTree.DateUnit, secondsFromGMT offset: Int = 0) -> Self {
        applying(.date(.beginning(unit, offset: offset)))
    }

    /// A part of the date at an offset in seconds east of UTC, up to 18 hours: `$0.departure.part(.hour, secondsFromGMT:
    /// 7_200)`.
    public func part(_ part: ExpressionTree.DatePart, secondsFromGMT offset: Int) -> TypedExpression<
        Root, Int?
    > {
        TypedExpression<Root, Int?>(
            .date(.part(part, offset: offset)), [operand], coding: .attribute)
    }

    private func difference(_ start: FunctionOperand, _ unit: ExpressionTree.DateUnit)
        -> TypedExpression<Root, Int?>
    {
        TypedExpression<Root, Int?>(.date(.difference(unit)), [operand, start], coding: .attribute)
    }
}

extension ModelFields {
    /// The time at which the request is made, the same in all its parts and on every store.
    ///
    /// A live query uses the time of each of its requests: it runs again when objects change, not as time goes by.
    public func now<Root: Model>() -> TypedExpression<Root, Date> where Root.Fields == Self {
        TypedExpression<Root, Date>(.function(.date(.now), []))
    }
}
