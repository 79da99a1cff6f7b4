import Granary

/// The integers of every width.
enum IntegerColumns {
    static let int = ScalarColumn<Int>(
        "Int",
        [
            .min, .min + 1, -4_294_967_297, -1, 0, 1, 2, 10, 1_000_000_007, 9_007_199_254_740_993, .max - 1,
            .max,
        ],
        { $0.int }, { $0.int }, .init(get: { $0.int }, set: { $0.int = $1 }),
        .init(get: { $0.int }, set: { $0.int = $1 }))

    static let int8 = ScalarColumn<Int8>(
        "Int8",
        [.min, -1, 0, 1, 9, 10, .max],
        { $0.int8 }, { $0.int8 }, .init(get: { $0.int8 }, set: { $0.int8 = $1 }),
        .init(get: { $0.int8 }, set: { $0.int8 = $1 }))

    static let int16 = ScalarColumn<Int16>(
        "Int16",
        [.min, -256, -1, 0, 1, 255, .max],
        { $0.int16 }, { $0.int16 }, .init(get: { $0.int16 }, set: { $0.int16 = $1 }),
        .init(get: { $0.int16 }, set: { $0.int16 = $1 }))

    static let int32 = ScalarColumn<Int32>(
        "Int32",
        [.min, -65_536, -1, 0, 1, 65_536, .max],
        { $0.int32 }, { $0.int32 }, .init(get: { $0.int32 }, set: { $0.int32 = $1 }),
        .init(get: { $0.int32 }, set: { $0.int32 = $1 }))

    static let int64 = ScalarColumn<Int64>(
        "Int64",
        [.min, -9_007_199_254_740_993, -1, 0, 1, 9_007_199_254_740_993, .max],
        { $0.int64 }, { $0.int64 }, .init(get: { $0.int64 }, set: { $0.int64 = $1 }),
        .init(get: { $0.int64 }, set: { $0.int64 = $1 }))

    static let uint = ScalarColumn<UInt>(
        "UInt",
        [0, 1, 255, 65_536, 4_294_967_296, UInt(Int.max)],
        { $0.uint }, { $0.uint }, .init(get: { $0.uint }, set: { $0.uint = $1 }),
        .init(get: { $0.uint }, set: { $0.uint = $1 }))

    static let uint8 = ScalarColumn<UInt8>(
        "UInt8",
        [0, 1, 127, 128, .max],
        { $0.uint8 }, { $0.uint8 }, .init(get: { $0.uint8 }, set: { $0.uint8 = $1 }),
        .init(get: { $0.uint8 }, set: { $0.uint8 = $1 }))

    static let uint16 = ScalarColumn<UInt16>(
        "UInt16",
        [0, 1, 32_767, 32_768, .max],
        { $0.uint16 }, { $0.uint16 }, .init(get: { $0.uint16 }, set: { $0.uint16 = $1 }),
        .init(get: { $0.uint16 }, set: { $0.uint16 = $1 }))

    static let uint32 = ScalarColumn<UInt32>(
        "UInt32",
        [0, 1, 2_147_483_647, 2_147_483_648, .max],
        { $0.uint32 }, { $0.uint32 }, .init(get: { $0.uint32 }, set: { $0.uint32 = $1 }),
        .init(get: { $0.uint32 }, set: { $0.uint32 = $1 }))

    static let uint64 = ScalarColumn<UInt64>(
        "UInt64",
        [0, 1, 4_294_967_296, UInt64(Int64.max) - 1, UInt64(Int64.max)],
        { $0.uint64 }, { $0.uint64 }, .init(get: { $0.uint64 }, set: { $0.uint64 = $1 }),
        .init(get: { $0.uint64 }, set: { $0.uint64 = $1 }))
}
