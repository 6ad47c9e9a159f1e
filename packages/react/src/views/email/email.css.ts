import { css } from '../../styles/css.ts'

/** Styles of the email and wallet views. */
export const emailCss = css(`
.hero-text{overflow-wrap:anywhere}
`)
