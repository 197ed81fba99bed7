import { uploadsOf } from '@atrium/contract/kit.ts';
import type { App } from '../app.ts';
import { fail } from '../fail.ts';
import type { ProgramCalls, SignIns } from '../module.ts';
import type { Caller } from '../work.ts';
import {
  admit,
  bearerOf,
  carryOut,
  languageOfRequest,
  requireScopes,
  takeTokenCall,
  validInput,
} from './callHandler.ts';
import { parsedJson } from './jsonText.ts';
import type { Route } from './route.ts';

/** Makes the calls of the contract for other protocols: what answers HTTP calls, without HTTP. */
export function makeProgramCalls(app: App, routes: readonly Route[], signIns: SignIns): ProgramCalls {
  const byPath = new Map(routes.map((route) => [route.call.path, route]));
  return {
    async callerOf(request) {
      const token = bearerOf(request);
      const identity = token ? await signIns.identify(token) : undefined;
      if (!identity || identity.heldBack || identity.session.accessToken?.davId) return undefined;
      const caller: Caller = {
        ...identity.session,
        lang: languageOfRequest(request),
        fd: '',
        ip: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
        // The token is left out, because a model would read it in an answer.
        token: '',
      };
      signIns.noteCall(caller);
      return caller;
    },
    async perform(call, raw, caller) {
      const route = byPath.get(call.path);
      if (!route || uploadsOf(call).length > 0) throw fail('call.unknown');
      const started = process.hrtime.bigint();
      let isDone = false;
      try {
        if (caller.accessToken) {
          requireScopes(call, caller.accessToken);
          takeTokenCall(app, caller.accessToken.id);
        }
        admit(app, call, caller);
        const data = parsedJson(await carryOut(route, validInput(call, raw), caller, app));
        isDone = true;
        return data ?? {};
      } finally {
        const seconds = Number(process.hrtime.bigint() - started) / 1e9;
        app.metrics.requests.observe({ call: call.path, ret: isDone ? '1' : '0' }, seconds);
      }
    },
  };
}
