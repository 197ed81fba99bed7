import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Makes the metrics of `/metrics`. Each app has its own registry, so that tests can start several. */
export function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'atrium_request_seconds',
      help: 'Time to answer a call.',
      labelNames: ['call', 'ret'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    tools: new Counter({
      name: 'atrium_mcp_tools_total',
      help: 'Tools that programs have used over MCP.',
      labelNames: ['tool', 'outcome'],
      registers,
    }),
    sockets: new Gauge({ name: 'atrium_sockets', help: 'Live connections.', registers }),
    sends: new Counter({ name: 'atrium_sends_total', help: 'Messages sent.', registers }),
    delivered: new Counter({ name: 'atrium_frames_total', help: 'Frames handed to sockets.', registers }),
    behind: new Counter({
      name: 'atrium_sockets_behind_total',
      help: 'Sockets that were too slow for live events and went on from the event log.',
      registers,
    }),
    dropped: new Counter({ name: 'atrium_sockets_dropped_total', help: 'Sockets dropped for not reading.', registers }),
    eventLag: new Histogram({
      name: 'atrium_event_lag_seconds',
      help: 'From commit to hand-over to the sockets of this node, also of events of other nodes and from the event log.',
      buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.25, 1],
      registers,
    }),
    pool: new Gauge({ name: 'atrium_db_pool', help: 'Database connections.', labelNames: ['state'], registers }),
    followerLag: new Gauge({
      name: 'atrium_follower_lag_seconds',
      help: 'Age of the oldest event that a follower of the log has not handled; 0 if there is none.',
      labelNames: ['follower'],
      registers,
    }),
    leader: new Gauge({ name: 'atrium_leader', help: '1 if this node is the leader.', registers }),
    nodes: new Gauge({ name: 'atrium_nodes', help: 'Nodes of this workspace, this one included.', registers }),
    link: new Gauge({ name: 'atrium_redis_up', help: '1 if Redis carries messages between the nodes.', registers }),
    replica: new Gauge({ name: 'atrium_replica_fresh', help: '1 if reads go to the replica.', registers }),
    database: new Gauge({ name: 'atrium_db_ready', help: '1 if the database answers.', registers }),
    rooms: new Gauge({ name: 'atrium_meeting_rooms', help: 'Meetings at this node.', registers }),
    participants: new Gauge({ name: 'atrium_meeting_participants', help: 'People in them.', registers }),
    meetingPackets: new Counter({
      name: 'atrium_meeting_packets_total',
      help: 'Packets of audio and video that participants sent.',
      registers,
    }),
    meetingLost: new Counter({
      name: 'atrium_meeting_packets_lost_total',
      help: 'Packets lost and requested again.',
      registers,
    }),
    failedJobs: new Gauge({
      name: 'atrium_jobs_failed',
      help: 'Background jobs that failed every time and are not tried again.',
      registers,
    }),
    audited: new Counter({
      name: 'atrium_audit_total',
      help: 'Rows added to the audit log, such as signin.failed.',
      labelNames: ['action'],
      registers,
    }),
    jobs: new Gauge({ name: 'atrium_jobs_waiting', help: 'Background jobs waiting.', registers }),
  };
}
export type Metrics = ReturnType<typeof makeMetrics>;
