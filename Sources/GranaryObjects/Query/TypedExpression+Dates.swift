extension TypedExpression where Value: DateAttribute {
    /// The year in UTC.
    public var year: TypedExpression<Root, Int?> { part(.year) }
    /// The month in UTC, 1 to 12.
    public var month: TypedExpression<Root, Int?> { part(.month) }
    /// The day of the month in UTC, 1 to 31.
    public var day: TypedExpression<Root, Int?> { part(.day) }
    /// The hour in UTC, 0 to 23.
    public var hour: TypedExpression<Root, Int?> { part(.hour) }
    /// The minute, 0 to 59.
    public var minute: TypedExpression<Root, Int?> { part(.minute) }
    /// The second, 0 to 59.
    public var second: TypedExpression<Root, Int?> { part(.second) }
    /// The day of the week in UTC, 1 for Monday to 7 for Sunday.
    public var weekday: TypedExpression<Root, Int?> { part(.weekday) }
    /// The day of the year in UTC, 1 to 366.
    public var dayOfYear: TypedExpression<Root, Int?> { part(.dayOfYear) }

    private func part(_ part: ExpressionTree.DatePart) -> TypedExpression<Root, Int?> {
        TypedExpression<Root, Int?>(
            MeasuredTree(.datePart(part, tree), over: measured), problem: problem)
    }
}
