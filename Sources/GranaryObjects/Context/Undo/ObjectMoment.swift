/// The state of an object at one moment, for undoing.
enum ObjectMoment {
    /// Not inserted, or deleted.
    case absent
    /// Inserted or stored, with these values.
    case present(any ModelSnapshot)
}
