/// The present row of an object in its store.
struct StoreVersion<M: Model> {
    let object: M
    let version: Int64
}
