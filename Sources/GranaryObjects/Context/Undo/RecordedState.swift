/// The state of an object at one point in time, for undoing.
enum RecordedState {
    /// Not inserted, or deleted.
    case absent
    /// Inserted or stored, with these values.
    case present(any ModelSnapshot)
}
