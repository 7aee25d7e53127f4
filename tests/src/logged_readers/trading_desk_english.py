import json

from logged_readers import Found, Read

FOLDER = "eval_results/{ticker}/TradingAgentsStrategy_logs/full_states_log_{date}.json"


def records(path: str, read: Read) -> Found:
    """Three decisions a day and share; the path is the day and, behind "#", the shares."""
    date, tickers = path.split("#")
    for ticker in tickers.split():
        (state,) = json.loads(read(FOLDER.format(ticker=ticker, date=date))).values()
        replies = {
            "research": (["Buy", "Sell", "Hold"], state["investment_plan"]),
            "trader": (["BUY", "HOLD", "SELL"], state["trader_investment_decision"]),
            "risk": (["Buy", "Sell", "Hold"], state["final_trade_decision"]),
        }
        for role, (options, reply) in replies.items():
            if reply.strip():
                yield f"{ticker} {role}", options, reply
