import { css } from '../../styles/css.ts'

/** Styles of the email and wallet views alone. */
export const emailCss = css(`
.hero-text{overflow-wrap:anywhere}
`)
