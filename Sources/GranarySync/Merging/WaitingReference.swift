import Granary

/// A reference of a served row to an object that is not here.
struct WaitingReference {
    let relationship: Relationship
    /// The key of the object; `nil` where the server has not served the reference.
    let target: ObjectKey?
}
