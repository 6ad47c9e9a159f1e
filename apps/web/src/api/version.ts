/** The version of the site, as told to servers (`sv`). A test holds it to the package's. */
export const version = '0.1.0'
