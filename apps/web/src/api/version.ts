/** Version of the site in requests (`sv`). A test compares it with the package's. */
export const version = '0.1.0'
