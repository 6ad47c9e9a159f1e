import { css } from '../../styles/css.ts'

/** Styles of the connect views alone. */
export const connectCss = css(`
.legal{margin:4u 12u 0;text-align:center;font-size:12u;line-height:1.5;color:var(--t3)}
.legal a,.consent a{color:var(--t2);text-decoration:underline;text-underline-offset:2px;text-decoration-color:var(--line);border-radius:4r}
.legal a:hover,.consent a:hover{color:var(--t1)}
.consent{display:flex;flex-direction:column;padding:2u 14u;border-radius:16r;background:var(--s1);box-shadow:inset 0 0 0 1.5px transparent;transition:box-shadow .12s}
.consent[data-missing]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.consent-line{display:flex;align-items:center;gap:12u;min-height:48u;font-size:13.5u;line-height:1.4;color:var(--t2)}
.consent-line label{flex:1;padding:8u 0;cursor:pointer}
.consent-box{position:relative;display:grid;place-items:center;flex:none;width:22u;height:22u}
.consent-box::before{content:"";position:absolute;inset:-11u;z-index:0}
.consent-box input{position:relative;z-index:1;appearance:none;width:22u;height:22u;border:1.5px solid var(--t3);border-radius:7r;background:none;cursor:pointer;transition:background-color .12s,border-color .12s}
.consent-box input:checked{border-color:var(--accent);background:var(--accent)}
.consent-box .icon{position:absolute;z-index:2;width:14u;height:14u;stroke-width:3;color:var(--accent-ink);opacity:0;pointer-events:none}
.consent-box input:checked+.icon{opacity:1}
.consent-hint{padding-block-end:12u;padding-inline-start:34u;font-size:13.5u;font-weight:500;color:var(--loss-text);animation:title .12s ease-out}
.all-wallets{min-height:min(560u,70dvh)}
.all-search{position:sticky;top:0;z-index:1;display:flex;gap:8u}
.all-search .search{flex:1;min-width:0}
.filter{position:relative;display:grid;place-items:center;flex:none;width:48u;height:48u;padding:0;border:0;border-radius:16r;background:var(--s1);box-shadow:0 -6u 0 6u var(--s0),0 6u 0 4u var(--s0);color:var(--t2)}
.filter[aria-pressed=true]{background:var(--accent);color:var(--accent-ink)}
.hero-wallet{margin-bottom:16u}
@media(prefers-reduced-motion:reduce){.consent-hint{animation:none}.consent,.consent-box input{transition:none}}
@media(forced-colors:active){.consent-box input{appearance:auto}.consent-box .icon{display:none}}
`)
