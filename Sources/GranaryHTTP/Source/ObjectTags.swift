#if HTTP
    import Granary
    import Synchronization

    /// What the server called the states of objects when it served them last, for `If-Match`.
    final class ObjectTags: Sendable {
        private struct Place: Hashable {
            let model: String
            let key: ObjectKey
        }

        /// How many are kept; the oldest ones are forgotten.
        private static let most = 20_000

        private struct State {
            var tags: [Place: (tag: String, number: Int)] = [:]
            var number = 0
        }

        private let state = Mutex(State())

        /// The tag of an object; `nil` if it is not known.
        func tag(of model: String, _ key: ObjectKey) -> String? {
            state.withLock { $0.tags[Place(model: model, key: key)]?.tag }
        }

        /// Forgets the tags of objects whose rows have come without one: they may be of a later state.
        func forget(_ model: String, _ keys: () -> [ObjectKey]) {
            if state.withLock({ $0.tags.isEmpty }) { return }
            let places = keys().map { Place(model: model, key: $0) }
            state.withLock { state in for place in places { state.tags[place] = nil } }
        }

        /// Notes the tag of an object, or forgets it; weak ones say nothing about the bytes, and cannot be compared.
        func note(_ tag: String?, of model: String, _ key: ObjectKey) {
            let place = Place(model: model, key: key)
            state.withLock { state in
                guard let tag, !tag.begins(with: "W/") else {
                    state.tags[place] = nil
                    return
                }
                state.number += 1
                state.tags[place] = (tag, state.number)
                if state.tags.count > Self.most {
                    let oldest = state.number - Self.most / 2
                    state.tags = state.tags.filter { $0.value.number > oldest }
                }
            }
        }
    }
#endif
