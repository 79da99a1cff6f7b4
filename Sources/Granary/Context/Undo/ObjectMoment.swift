/// What an object is at one moment, as undoing sees it.
enum ObjectMoment {
    /// It is not inserted, or deleted.
    case absent
    /// It is there, with these values.
    case present(any ModelSnapshot)
}
