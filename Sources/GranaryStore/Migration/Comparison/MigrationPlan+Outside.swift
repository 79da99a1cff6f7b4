extension MigrationPlan {
    /// The same plan, which gives no model another key while models outside of the store refer to it by the old one,
    /// and reports that the rows of models that move outside stay behind.
    func beside(_ outside: OutsideModels) -> MigrationPlan {
        var plan = self
        for position in plan.steps.indices {
            let step = plan.steps[position]
            if step.action == .changeKey, step.obstacle == nil, let other = outside.references[step.table] {
                plan.steps[position].obstacle =
                    "“\(other)”, which is kept outside of this store, refers to its objects by the old key; keep the key, bring both models into one store first, or declare a Migration with code if those references are renewed by other means"
                plan.steps[position].condition = nil
            }
            if step.action == .dropModel, let configuration = outside.configurations[step.model] {
                plan.steps[position].advice =
                    "as the model belongs to the configuration “\(configuration)” now, which is not in this store, and rows do not go from store to store by themselves; leave it in its configuration, or consent and insert its objects there from the copy of this store that is put aside, which StoredRecords reads"
            }
        }
        return plan
    }
}
