import { css } from '../../styles/css.ts'

/** Styles of the sign-in view. */
export const signInCss = css(`
.sign-pair{display:flex;align-items:center;margin:6u 0 22u}
.sign-pair .picture{width:64u;height:64u;border-radius:17r}
.sign-pair+.hero-status{min-height:96u}
.sign-link{position:relative;width:56u;height:4u;margin:0 12u;background:radial-gradient(circle,var(--t3) 1.5u,transparent 2u) 0 0/11.2u 4u}
[data-state=signing]>.sign-link,[data-state=storing]>.sign-link,[data-state=checking]>.sign-link{background-image:radial-gradient(circle,var(--accent-text) 1.5u,transparent 2u);animation:sign 1s linear infinite}
[data-state=signedIn]>.sign-link{background:var(--gain);border-radius:2r}
@keyframes sign{to{background-position-x:11.2u}}
[dir=rtl] .sign-link{transform:scaleX(-1)}
.sign-account{display:inline-flex;max-width:100%;align-items:center;gap:8u;font-variant-numeric:tabular-nums}
.sign-account>bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sign-avatar{flex:none;width:20u;height:20u;border-radius:50%;object-fit:cover}
@media(prefers-reduced-motion:reduce){.sign-link{animation:none!important}}
`)
