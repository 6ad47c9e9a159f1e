/** Version of the kit, which servers receive as `sv`. A test compares it with the package's. */
export const version = '0.1.0'
