/// What the migrations that a program declares make of the steps from a version to its schema.
package struct DeclaredWay {
    /// Whether everything is carried out without a consent of the store's configuration.
    package let isWhole: Bool
    /// Whether code does what the steps alone cannot, so that none of them is impossible.
    package let overcomesObstacles: Bool

    /// Looks for the way of a store with some configurations.
    package init(from held: StoredSchema, to schema: Schema, of names: Set<String>) {
        let course = MigrationCourse(from: held, to: schema, names.sorted(), consents: [])
        isWhole = course.refusal == nil
        overcomesObstacles =
            course.route != nil && course.refusal?.code != .newer
            && course.steps.allSatisfy { $0.obstacle == nil }
    }
}
