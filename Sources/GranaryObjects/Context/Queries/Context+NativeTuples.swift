/// Native queries of two to eight columns, with types that the compiler knows from the types at once.
///
/// It knows the elements of a parameter pack's tuple only at the end of a statement, so that the closures of `map` and
/// `forEach` behind the query could not use them.
extension Context {
    /// The rows of a query with two columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<M: Model, V1: AttributeValue, V2: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type)
    ) throws -> [(V1, V2)] {
        try nativeRows(query, model, [V1.attributeType, V2.attributeType]) {
            (try $0.next(V1.self), try $0.next(V2.self))
        }
    }

    /// The rows of a query with three columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type, V3.Type)
    ) throws -> [(V1, V2, V3)] {
        try nativeRows(query, model, [V1.attributeType, V2.attributeType, V3.attributeType]) {
            (try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self))
        }
    }

    /// The rows of a query with four columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<
        M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue, V4: AttributeValue
    >(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type, V3.Type, V4.Type)
    ) throws -> [(V1, V2, V3, V4)] {
        try nativeRows(
            query, model, [V1.attributeType, V2.attributeType, V3.attributeType, V4.attributeType]
        ) {
            (try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self), try $0.next(V4.self))
        }
    }

    /// The rows of a query with five columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<
        M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue, V4: AttributeValue,
        V5: AttributeValue
    >(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type, V3.Type, V4.Type, V5.Type)
    ) throws -> [(V1, V2, V3, V4, V5)] {
        try nativeRows(
            query, model,
            [V1.attributeType, V2.attributeType, V3.attributeType, V4.attributeType, V5.attributeType]
        ) {
            (
                try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self), try $0.next(V4.self),
                try $0.next(V5.self)
            )
        }
    }

    /// The rows of a query with six columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<
        M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue, V4: AttributeValue,
        V5: AttributeValue, V6: AttributeValue
    >(
        _ query: NativeQuery, from model: M.Type,
        as types: (V1.Type, V2.Type, V3.Type, V4.Type, V5.Type, V6.Type)
    ) throws -> [(V1, V2, V3, V4, V5, V6)] {
        try nativeRows(
            query, model,
            [
                V1.attributeType, V2.attributeType, V3.attributeType, V4.attributeType, V5.attributeType,
                V6.attributeType,
            ]
        ) {
            (
                try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self), try $0.next(V4.self),
                try $0.next(V5.self), try $0.next(V6.self)
            )
        }
    }

    /// The rows of a query with seven columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<
        M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue, V4: AttributeValue,
        V5: AttributeValue, V6: AttributeValue, V7: AttributeValue
    >(
        _ query: NativeQuery, from model: M.Type,
        as types: (V1.Type, V2.Type, V3.Type, V4.Type, V5.Type, V6.Type, V7.Type)
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7)] {
        try nativeRows(
            query, model,
            [
                V1.attributeType, V2.attributeType, V3.attributeType, V4.attributeType, V5.attributeType,
                V6.attributeType, V7.attributeType,
            ]
        ) {
            (
                try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self), try $0.next(V4.self),
                try $0.next(V5.self), try $0.next(V6.self), try $0.next(V7.self)
            )
        }
    }

    /// The rows of a query with eight columns in the engine's own language, run in the store of a model.
    @_documentation(visibility: private)
    public func native<
        M: Model, V1: AttributeValue, V2: AttributeValue, V3: AttributeValue, V4: AttributeValue,
        V5: AttributeValue, V6: AttributeValue, V7: AttributeValue, V8: AttributeValue
    >(
        _ query: NativeQuery, from model: M.Type,
        as types: (V1.Type, V2.Type, V3.Type, V4.Type, V5.Type, V6.Type, V7.Type, V8.Type)
    ) throws -> [(V1, V2, V3, V4, V5, V6, V7, V8)] {
        try nativeRows(
            query, model,
            [
                V1.attributeType, V2.attributeType, V3.attributeType, V4.attributeType, V5.attributeType,
                V6.attributeType, V7.attributeType, V8.attributeType,
            ]
        ) {
            (
                try $0.next(V1.self), try $0.next(V2.self), try $0.next(V3.self), try $0.next(V4.self),
                try $0.next(V5.self), try $0.next(V6.self), try $0.next(V7.self), try $0.next(V8.self)
            )
        }
    }
}
