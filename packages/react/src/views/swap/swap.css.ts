import { css } from '../../styles/css.ts'

/** Styles of the swap views. */
export const swapCss = css(`
.swap-flip{position:relative;display:grid;place-items:center;align-self:center;z-index:1;width:36u;height:36u;margin:-21u 0;padding:0;border:4u solid var(--s0);border-radius:14r;box-sizing:content-box;background:var(--s1);color:var(--t1);transition:background-color .12s}
.swap-flip::after{content:"";position:absolute;inset:-4u}
.swap-flip .icon{width:18u;height:18u;stroke-width:2;rotate:90deg;transition:rotate .2s cubic-bezier(.2,.8,.2,1)}
.swap-flip:active .icon{rotate:270deg}
.swap-note{min-height:28u}
.swap-note:has(.issue){flex-wrap:wrap}
.swap-note>.issue{flex:1 0 100%}
.swap-parts{display:flex;flex:none;gap:6u}
.swap-part{position:relative;display:grid;place-items:center;min-width:44u;height:28u;padding:0 9u;border:0;border-radius:10r;background:var(--s2);color:var(--t1);font-size:13u;font-weight:600;font-variant-numeric:tabular-nums;transition:background-color .12s}
.swap-part::after{content:"";position:absolute;inset:-8u 0}
.swap-part .spinner{width:14u;height:14u}
.swap-output{overflow:hidden;white-space:nowrap;line-height:46u}
.swap-output[data-length=long]{font-size:22u}.swap-output[data-length=tiny]{font-size:17u}
.swap-output[data-none]{color:var(--t3)}
:host([dir=rtl]) .swap-output{text-align:end}
.swap-skeleton{width:130u;max-width:100%;height:30u;margin-top:8u;border-radius:9r}
.token-button[data-empty]{max-width:none;white-space:nowrap;padding-inline-start:14u;background:var(--accent);color:var(--accent-ink)}
.token-button[data-empty] .icon{color:inherit}

.quote-line{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 6u;min-height:36u;padding-inline-start:2u;font-size:13.5u;color:var(--t2)}
.quote-rate{display:flex;align-items:center;gap:4u;min-width:0}
.quote-rate .figures{white-space:normal;overflow-wrap:anywhere}
.quote-button{position:relative;display:flex;align-items:center;gap:6u;min-width:0;min-height:32u;padding:0 4u;border:0;border-radius:8r;background:none;color:var(--t2);font-size:13.5u;font-weight:500;text-align:start}
.quote-button::after{content:"";position:absolute;inset:-6u 0}
.quote-line>.quote-button{margin-inline-start:auto}
.quote-button .icon{width:15u;height:15u}
.swap-ring{flex:none;width:15u;height:15u;fill:none;stroke-width:2.5;rotate:-90deg}
.swap-ring-track{stroke:var(--line)}
.swap-ring-line{stroke:var(--t3);stroke-linecap:round;stroke-dasharray:100;stroke-dashoffset:100}
.swap-ring[data-state=running] .swap-ring-line{animation:swap-turn 10s linear infinite}
.swap-ring[data-state=loading]{animation:spin .9s linear infinite}
.swap-ring[data-state=loading] .swap-ring-line{stroke-dasharray:30 70;stroke-dashoffset:0}
@keyframes swap-turn{from{stroke-dashoffset:100}to{stroke-dashoffset:0}}

.slippage{display:flex;flex-direction:column;gap:10u;min-width:0;margin:4u 0 0;padding:14u 16u;border:0;border-radius:16r;background:var(--s1);font-size:14u}
.slippage-text{color:var(--t2);line-height:1.45}
.slippage-choices{display:flex;gap:6u}
.slippage-choice{position:relative;flex:1 0 auto;display:grid;place-items:center;height:44u;padding:0 8u;border-radius:12r;background:var(--s2);font-weight:600;cursor:pointer;font-variant-numeric:tabular-nums}
.slippage-choice input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.slippage-choice:has(:checked){background:var(--accent);color:var(--accent-ink)}
.slippage-choice:has(:focus-visible){outline:2px solid var(--accent-text);outline-offset:2px}
.slippage-custom{flex:1 1 84u;display:flex;align-items:center;gap:4u;min-width:76u;height:44u;padding:0 12u;border-radius:12r;background:var(--s2);color:var(--t2);box-shadow:inset 0 0 0 1.5px transparent}
.slippage-custom input{flex:1;width:100%;min-width:0;height:100%;padding:0;border:0;outline:0;background:none;color:var(--t1);font-size:16u;font-weight:600;text-align:end;font-variant-numeric:tabular-nums}
.slippage-custom[data-set],.slippage-custom:focus-within{box-shadow:inset 0 0 0 1.5px var(--accent-text)}
.slippage-custom[data-invalid]{box-shadow:inset 0 0 0 1.5px var(--loss)}
.slippage-high{font-weight:500;color:var(--accent-text);line-height:1.45}

.quote-details{display:flex;flex-direction:column;border-radius:16r;background:var(--s1)}
.quote-details .details{padding-top:0;background:none}
.quote-details .detail:first-child{border-top:1px solid var(--line)}
.quote-summary{display:flex;align-items:center;gap:8u;width:100%;min-height:48u;padding-block:8u;padding-inline:16u 14u;border:0;border-radius:16r;background:none;font-size:14.5u;text-align:start}
.quote-summary-name{flex:1 1 0;min-width:28%;color:var(--t2)}
.quote-summary-value{min-width:0;font-weight:550;white-space:normal;overflow-wrap:break-word;text-align:end}
.quote-summary .icon{width:16u;height:16u;color:var(--t2);transition:rotate .15s}
.quote-summary[aria-expanded=true] .icon{rotate:180deg}
.impact[data-level=warn]{color:var(--accent-text)}
.impact[data-level=confirm]{color:var(--loss-text);font-weight:650}
.hero-amount.exact[data-length=long]{font-size:21u}

.detail .routes{display:flex;flex-direction:column;gap:12u;width:100%;padding-top:4u;list-style:none}
.route-part{display:flex;flex-direction:column;gap:8u;padding:11u 12u;border-radius:13r;background:var(--s0)}
.route-share{display:flex;align-items:center;gap:10u;font-size:13u;font-weight:600}
.route-share .figures{min-width:44u}
.route-bar{flex:1;height:4u;border-radius:2r;overflow:hidden;background:var(--line)}
.route-bar>span{display:block;height:100%;border-radius:inherit;background:var(--accent)}
.hops{display:flex;align-items:flex-start;margin:0;padding:0;list-style:none}
.hop{position:relative;display:flex;flex:1;min-width:0}
.hop-pool{position:relative;display:flex;flex-direction:column;align-items:center;flex:1;min-width:0;padding:0 3u;font-size:11.5u;line-height:1.2;color:var(--t2)}
.hop-name{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;order:2;margin-top:3u}
.hop-fee{order:3;color:var(--t3)}
.hop-line{order:1;display:flex;align-items:center;width:100%;height:24u;color:var(--t3)}
.hop-line::before{content:"";flex:1;height:2px;border-radius:1px;background:var(--line)}
.hop-line .icon{width:14u;height:14u;margin-inline:-5u -3u;stroke-width:2.2}
.stop{display:flex;flex-direction:column;align-items:center;gap:3u;flex:none;width:42u;font-size:11.5u;font-weight:600;line-height:1.2}
.stop-name{max-width:100%;overflow:hidden;text-overflow:ellipsis}

.swap-group{display:flex;flex-direction:column;gap:8u}
.swap-group-name{padding:6u 4u 0;font-size:14u;font-weight:600;color:var(--t2)}
.swap-tokens{min-height:min(560u,70dvh)}
.swap-row-line{display:flex;align-items:center;white-space:pre}
.swap-row-line>:first-child{min-width:0;overflow:hidden;text-overflow:ellipsis}
.swap-mark{display:inline-flex;margin-inline-start:5u;color:var(--accent-text)}
.swap-mark .icon{width:15u;height:15u}
.swap-doubt{margin-top:14u}
.swap-doubt:focus-visible{outline:none}

.swap-legs{display:flex;flex-direction:column;padding:14u 16u;border-radius:18r;background:var(--s1)}
.swap-leg{position:relative;display:flex;gap:14u}
.swap-leg+.swap-leg{padding-top:18u}
.swap-leg:first-child::before{content:"";position:absolute;inset-inline-start:19u;top:46u;bottom:-12u;width:2px;border-radius:1px;background:var(--line)}
.swap-leg-text{display:flex;flex-direction:column;min-width:0}
.swap-leg-name{font-size:13u;line-height:1.3;color:var(--t2)}
.swap-leg-amount{font-size:21u;font-weight:650;line-height:1.25;letter-spacing:-.018em;white-space:normal;overflow-wrap:anywhere}
.swap-leg-amount[data-length=long]{font-size:17u}
.swap-leg-worth{font-size:14u;color:var(--t2)}
.swap-steps{padding:12u 16u;border-radius:16r;background:var(--s1)}
.swap-steps-name{margin-bottom:8u;font-size:13u;font-weight:500;color:var(--t2)}
.swap-steps ol{display:flex;flex-direction:column;gap:10u;margin:0;padding:0;list-style:none}
.swap-step{display:flex;align-items:center;gap:12u;font-size:15u;line-height:1.35;color:var(--t2);overflow-wrap:anywhere}
.swap-step>span:last-child{min-width:0}
.swap-step[data-state=now]{color:var(--t1);font-weight:600}
.swap-step-mark{display:grid;place-items:center;flex:none;width:26u;height:26u;border-radius:50%;background:var(--s2);color:var(--t2);font-size:13u;font-weight:600;font-variant-numeric:tabular-nums}
.swap-step-mark .icon{width:14u;height:14u;stroke-width:2.8}
.swap-step-mark .spinner{width:16u;height:16u}
.swap-step[data-state=done] .swap-step-mark{background:var(--gain-soft);color:var(--gain-text)}
.swap-step[data-state=now] .swap-step-mark{background:var(--warn-soft);color:var(--accent-text)}
.swap-confirm>.btn>span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
@media(hover:hover){.swap-flip:hover,.swap-part:hover,.slippage-choice:hover:not(:has(:checked)){background:var(--line)}.quote-button:hover,.quote-summary:hover .icon{color:var(--t1)}.token-button[data-empty]:hover{background:var(--accent);filter:brightness(1.06)}}
@media(prefers-reduced-motion:reduce){.swap-flip,.swap-flip .icon,.swap-part,.quote-summary .icon{transition:none}.swap-flip:active .icon{rotate:90deg}.swap-ring[data-state=running] .swap-ring-line{animation:none;stroke-dashoffset:0}}
@media(forced-colors:active){.swap-flip,.swap-part,.slippage,.slippage-custom,.quote-details,.swap-legs,.swap-steps,.route-part,.field .token-button{border:1px solid CanvasText}.slippage-choice{border:1px solid ButtonBorder}.slippage-choice:has(:checked){forced-color-adjust:none;background:Highlight;color:HighlightText}.route-bar>span,.swap-leg::before,.hop-line::before{forced-color-adjust:none;background:CanvasText}.swap-ring-line{stroke:CanvasText}}
`)
