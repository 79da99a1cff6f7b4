/// The rows of one model that a save has changed, with the number of its commit and the presence of the store.
typealias LiveSave<M: Model> = (changes: ObservedChanges<M>, ticket: UInt64, presence: StorePresence?)
