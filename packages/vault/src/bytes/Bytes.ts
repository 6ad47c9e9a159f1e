/** Bytes with their own memory, as WebCrypto requires them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Returns the same bytes for WebCrypto: a view of shared memory, which it refuses, is copied. */
export function asBytes(view: Uint8Array): Bytes {
  return view.buffer instanceof ArrayBuffer ? (view as Bytes) : new Uint8Array(view)
}
