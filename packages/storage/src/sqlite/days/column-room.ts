/** Where numbers go that are made of what is stored: a buffer, and from which byte on. */
export type RoomInBuffer = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

/** Gives so many bytes of room, where any array can look at them. */
export type ColumnRoom = (bytes: number) => RoomInBuffer;

/** A buffer for each. */
export const ownRoom: ColumnRoom = (bytes) => ({ buffer: new ArrayBuffer(bytes), byteOffset: 0 });
