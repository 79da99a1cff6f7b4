/// How the migrations that a program declares lead from a version to its schema.
package struct DeclaredWay {
    /// Whether everything is carried out without a consent of the store's configuration.
    package let isWhole: Bool
    /// Whether code covers the steps that are impossible alone.
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
