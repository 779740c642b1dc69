/* clock.h: seconds that pass, and seconds of processor time. */
#ifndef CAIRN_VIEW_CLOCK_H
#define CAIRN_VIEW_CLOCK_H

double view_clock(void);      /* s, monotonic */
double view_work_clock(void); /* s of processor time that this thread has had */

#endif
