import { css } from '../../styles/css.ts'

/** Styles of the connect views alone. */
export const connectCss = css(`
.legal{margin:4u 12u 0;text-align:center;font-size:12u;line-height:1.5;color:var(--t3)}
.legal a{color:var(--t2);text-decoration:underline;text-underline-offset:2px;text-decoration-color:var(--line);border-radius:4r}
.legal a:hover{color:var(--t1)}
`)
