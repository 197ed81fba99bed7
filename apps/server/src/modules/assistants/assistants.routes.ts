import * as writing from '@atrium/contract/chat/aiWriting.ts';
import * as settings from '@atrium/contract/chat/assistantSettings.ts';
import * as contract from '@atrium/contract/chat/assistants.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import * as answers from './answers.service.ts';
import { streamMessage } from './botStreams.service.ts';
import * as common from './common.service.ts';
import * as feedback from './feedback.service.ts';
import * as instructions from './instructions.service.ts';
import * as sessions from './sessions/sessions.service.ts';
import { checkServer } from './tools/toolServers.service.ts';
import * as tools from './tools/tools.service.ts';
import * as vendors from './vendors.service.ts';
import * as writer from './writingHelp.service.ts';

export const assistantRoutes: Route[] = [
  direct(contract.assistantSetting, vendors.settings),
  direct(settings.assistantCommon, common.common),
  direct(settings.toolServerSave, common.saveServer),
  direct(settings.toolServerRemove, common.removeServer),
  direct(settings.toolServerCheck, checkServer),
  read(contract.assistantCheck, vendors.checkVendor),
  read(contract.assistantUsage, feedback.usage),
  read(contract.assistantModels, vendors.listModels),
  write(contract.assistantBot, vendors.botOf),
  direct(contract.assistantStop, answers.stopAnswer),
  direct(contract.msgStream, streamMessage),
  direct(contract.assistantAgain, answers.answerAgain),
  write(contract.assistantFeedback, feedback.rate),
  read(contract.assistantFeedbackList, feedback.listRatings),
  write(contract.dialogConfig, instructions.configure),
  read(settings.confirmationList, tools.listConfirmations),
  write(settings.confirmationAnswer, tools.decide),
  read(settings.permitList, tools.listAllowed),
  write(settings.permitRemove, tools.askAgain),
  write(contract.sessionCreate, sessions.createSession),
  read(contract.sessionList, sessions.listSessions),
  write(contract.sessionOpen, sessions.openSession),
  write(contract.sessionRename, sessions.renameSession),
  direct(writing.msgAiGenerate, writer.generate),
  direct(writing.assistantSummary, writer.summarize),
  direct(writing.assistantNotes, writer.notesOf),
  direct(writing.assistantTasks, writer.tasksIn),
  direct(writing.assistantTask, writer.helpWithTask),
  direct(writing.assistantReport, writer.wordReport),
  direct(writing.assistantAnalysis, writer.analyzeReport),
];
